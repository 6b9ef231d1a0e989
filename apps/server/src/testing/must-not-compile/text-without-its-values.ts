import { AppError } from '../../app-error.ts';

export const refusal = new AppError('pageLocked');
