import { AppError } from '../../../src/app-error.ts';

export const error = new AppError('pageLocked');
