import { ENGINE_OPERATIONS, readTaskOf } from '@quarry/extract/engines';

export default readTaskOf(ENGINE_OPERATIONS);
