import type { Passkey } from '@octavo/contract/passkey.entities';
import { Fingerprint, KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../i18n/texts.tsx';
import { Time } from '../i18n/time.tsx';
import { IconRow } from '../ui/icon-row.tsx';

interface PasskeyRowProps {
  passkey: Passkey;
  /** A line below the times. */
  note?: ReactNode;
  /** Buttons at the right. */
  children?: ReactNode;
}

export function PasskeyRow({ passkey, note, children }: PasskeyRowProps) {
  const { rich } = useText();
  const { name, is_security_key, addtime, last_used_time } = passkey;
  const added = <Time value={addtime} />;
  return (
    <IconRow
      icon={is_security_key ? <KeyRound /> : <Fingerprint />}
      tone={is_security_key ? 'warning' : 'plum'}
      name={name}
      help={
        <>
          {last_used_time
            ? rich('passkey.added', { added, used: <Time value={last_used_time} /> })
            : rich('passkey.addedOnly', { added })}
          {note && <div>{note}</div>}
        </>
      }
    >
      {children}
    </IconRow>
  );
}
