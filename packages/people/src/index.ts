export { createLinks, type Link, type LinkPurpose, type Links } from './links.js';
export { createMembers, isActive, MAX_MEMBERS, type Member, type Members } from './members.js';
export { makeToken, tokenId } from './one-time-token.js';
export { readEmail } from './read-email.js';
export { isAtLeast, ROLES, type Role } from './roles.js';
export { createUsers, type User, type Users } from './users.js';
