import type { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { formatDate } from '../../../shared/i18n/format-time.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { CommandBlock } from '../../../shared/ui/command-block.tsx';
import { NewSecretDialog } from '../../../shared/ui/new-secret-dialog.tsx';

export type NewToken = CallResponse<typeof calls.accessToken.create>;

interface CreatedTokenProps {
  created: NewToken;
  onClosed: () => void;
}

/** Shows a new token once, with an example of its use. */
export function CreatedToken({ created, onClosed }: CreatedTokenProps) {
  const { token, access_token } = created;
  const { t } = useText();
  const { language } = useLanguage();
  const date = formatDate(access_token.expire_time, language);
  const command = `curl ${location.origin}/api/item/myList -H "Authorization: Bearer $OCTAVO_TOKEN"`;
  return (
    <NewSecretDialog
      help={t('accessToken.createdFor', { name: access_token.name, date })}
      secret={token}
      onClosed={onClosed}
    >
      <CommandBlock label={t('accessToken.example')} command={command} />
    </NewSecretDialog>
  );
}
