import type { Calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';

export type TeamItem = CallResponse<Calls['teamItem']['getListByTeam']>[number];
