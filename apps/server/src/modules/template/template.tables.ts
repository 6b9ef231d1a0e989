import type { Generated } from 'kysely';

export interface TemplateTables {
  template: {
    id: Generated<number>;
    uid: number;
    template_title: string;
    template_content: string;
    addtime: Generated<Date>;
  };
}
