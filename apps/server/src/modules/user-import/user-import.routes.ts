import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import { applyStep } from './apply-step.ts';
import { planStep } from './plan-step.ts';
import { apply, invite, latest, leftOut, plan, setColumns, status } from './user-import.service.ts';

export const userImportSteps = [planStep, applyStep];

export const adminUserImportRoutes: Handlers<Calls['adminUserImport']> = {
  plan,
  setColumns,
  status,
  latest,
  apply,
  invite,
  leftOut,
};
