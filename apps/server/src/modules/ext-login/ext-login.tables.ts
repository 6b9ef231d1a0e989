import type { Generated } from 'kysely';

export interface ExtLoginTables {
  outside_login: {
    kind: 'ldap' | 'oauth2' | 'integration';
    outside_id: string;
    uid: number;
    external_username: Generated<string>;
    addtime: Generated<Date>;
  };

  spent_proof: {
    proof_id: string;
    expire_time: Date;
  };
}
