import { AppError } from '../../app-error.ts';

export const error = new AppError('pageLocked');
