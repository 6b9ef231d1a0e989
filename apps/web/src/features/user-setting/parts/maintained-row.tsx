import type { Maintainer } from '@octavo/contract/login-method.entities';
import { MaintainedNote } from '../../../shared/people/maintained-note.tsx';
import { RowHelp, SettingRow } from '../../../shared/ui/card.tsx';

interface MaintainedRowProps {
  label: string;
  by: Maintainer;
  children: string;
}

/** A field of the account that a directory or an identity provider maintains. */
export function MaintainedRow({ label, by, children }: MaintainedRowProps) {
  return (
    <SettingRow label={label}>
      {children || '–'}
      <RowHelp>
        <MaintainedNote by={by} />
      </RowHelp>
    </SettingRow>
  );
}
