import { readTaskOf, SITE_OPERATIONS } from '@quarry/scrapers/sites';

export default readTaskOf(SITE_OPERATIONS);
