import { calls } from '@octavo/contract';
import type { ScimRejection } from '@octavo/contract/admin-scim.entities';
import { paths } from '@octavo/contract/paths';
import { CircleAlert, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import styles from '../directory/directory.module.css';

interface RefusedRequestsProps {
  rejections: readonly ScimRejection[];
  mayChange: boolean;
}

/** A rejection that an administrator can decide; administrators are never linked. */
type Decidable = ScimRejection & { readonly reason: 'usernameTaken' | 'emailTaken' };

const isDecidable = (rejection: ScimRejection): rejection is Decidable =>
  rejection.reason !== 'administrator';

/** Accounts that a request could not link or change. An administrator decides whether a local account is linked. */
export function RefusedRequests({ rejections, mayChange }: RefusedRequestsProps) {
  const { t } = useText();
  const [deciding, setDeciding] = useState<Decidable>();
  return (
    <section className={styles.card}>
      <h2>{t('adminScim.refused')}</h2>
      {rejections.length === 0 ? (
        <p className={styles.quiet}>{t('adminScim.noRefused')}</p>
      ) : (
        <ul className={styles.concerned}>
          {rejections.map((rejection) => (
            <Rejection
              key={`${rejection.uid} ${rejection.reason}`}
              rejection={rejection}
              onDecide={mayChange ? setDeciding : undefined}
            />
          ))}
        </ul>
      )}
      {deciding && <DecideLink rejection={deciding} onClosed={() => setDeciding(undefined)} />}
    </section>
  );
}

interface RejectionProps {
  rejection: ScimRejection;
  onDecide: ((rejection: Decidable) => void) | undefined;
}

function Rejection({ rejection, onDecide }: RejectionProps) {
  const { t, rich } = useText();
  const { uid, username, user_name, reason, is_allowed, addtime } = rejection;
  const isAllowed = is_allowed === 1;
  return (
    <li>
      {reason === 'administrator' ? <ShieldAlert /> : <CircleAlert />}
      <div>
        <b>{user_name}</b>
        <p>
          {rich(isAllowed ? 'adminScim.allowed' : `adminScim.${reason}`, {
            username: <Link to={paths.admin.href({ user: uid })}>{username}</Link>,
          })}
        </p>
        <p>
          <Time value={addtime} />
        </p>
        {onDecide && isDecidable(rejection) && (
          <Button
            size="small"
            aria-label={t(isAllowed ? 'adminScim.forbidFor' : 'adminScim.allowFor', { user_name })}
            onClick={() => onDecide(rejection)}
          >
            {t(isAllowed ? 'adminScim.forbid' : 'adminScim.allow')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Allows the link with a local account, or takes that back. */
function DecideLink({ rejection, onClosed }: { rejection: Decidable; onClosed: () => void }) {
  const { t } = useText();
  const { uid, reason, username, user_name } = rejection;
  const isAllowing = rejection.is_allowed === 0;
  const allow = useFormCommand(calls.adminScim.allowLink, {
    refresh: [calls.adminScim.loadConfig],
    onDone: () =>
      showToast({
        kind: 'done',
        text: t(isAllowing ? 'adminScim.allowedNow' : 'adminScim.forbiddenNow', { user_name }),
      }),
  });
  return (
    <ConfirmDialog
      kind={isAllowing ? 'danger' : 'plain'}
      title={t(isAllowing ? 'adminScim.allowTitle' : 'adminScim.forbidTitle', { username })}
      confirm={t(isAllowing ? 'adminScim.allow' : 'adminScim.forbid')}
      working={allow.working}
      done={allow.done}
      error={allow.otherError()}
      onConfirm={() => allow.send({ uid, reason, is_allowed: isAllowing })}
      onClosed={onClosed}
    >
      {t(isAllowing ? 'adminScim.allowText' : 'adminScim.forbidText', { user_name })}
    </ConfirmDialog>
  );
}
