import { readTaskOf, SITE_OPERATIONS } from '@quarry/extract/sites';

export default readTaskOf(SITE_OPERATIONS);
