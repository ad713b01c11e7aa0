import { ENGINE_OPERATIONS, readTaskOf } from '@quarry/scrapers/engines';

export default readTaskOf(ENGINE_OPERATIONS);
