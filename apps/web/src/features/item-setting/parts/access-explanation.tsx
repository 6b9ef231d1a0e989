import type { AccessExplanation } from '@octavo/contract/item.entities';
import { EDIT_GROUP } from '@octavo/contract/member-group';
import {
  Check,
  Crown,
  Equal,
  Globe,
  KeyRound,
  Link2,
  Lock,
  Minus,
  User,
  Users,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import tones from '../../../shared/ui/tones.module.css';
import { Authority } from './member-table.tsx';
import styles from './why-access.module.css';

type Reason = AccessExplanation['reasons'][number];
type About = 'item' | 'page';

const icons = {
  open: <Globe />,
  pass: <KeyRound />,
  owner: <Crown />,
  member: <User />,
  team: <Users />,
} as const;

function verdictKey({ can_view, can_edit }: AccessExplanation, about: About) {
  if (about === 'page')
    return can_edit ? 'member.canEditPage' : can_view ? 'member.canReadPage' : 'member.cannotPage';
  return can_edit ? 'member.canEditItem' : can_view ? 'member.canReadItem' : 'member.cannotItem';
}

/** Explains the access of a user: the result, and every reason and limit that led to it. */
export function AccessExplanationView({
  explanation,
  about,
}: {
  explanation: AccessExplanation;
  about: About;
}) {
  const { t } = useText();
  const { username, name, limits } = explanation;
  const scope = {
    none: 'member.scopeNone',
    all: 'member.scopeAll',
    catalogs: 'member.scopeCatalogs',
  } as const;
  return (
    <div className={styles.proof} aria-live="polite">
      <div className={styles.verdict}>
        <span className={`${styles.mark} ${explanation.can_view ? tones.ok : tones.error}`}>
          {explanation.can_view ? <Check /> : <X />}
        </span>
        <h3>{t(verdictKey(explanation, about), { username: name || username })}</h3>
      </div>
      <ul className={styles.reasons}>
        {explanation.is_private === 1 && (
          <ExplanationLine
            icon={<Lock />}
            title={t('member.private')}
            text={t('member.privateText')}
          />
        )}
        {explanation.reasons.map((reason) => (
          <ReasonLine
            key={`${reason.because} ${reason.team_name} ${reason.cat_id}`}
            reason={reason}
          />
        ))}
        {explanation.is_admin === 1 && (
          <ExplanationLine
            icon={<Minus />}
            title={t('member.admin')}
            text={t('member.adminText')}
          />
        )}
        {limits.includes('archived') && (
          <ExplanationLine
            icon={<Minus />}
            title={t('member.limitArchived')}
            text={t('member.limitArchivedText')}
          />
        )}
        {limits.includes('imported') && (
          <ExplanationLine
            icon={<Minus />}
            title={t('member.limitImported')}
            text={t('member.limitImportedText')}
          />
        )}
        {explanation.is_shared === 1 && (
          <ExplanationLine
            icon={<Link2 />}
            title={t('member.shared')}
            text={t('member.sharedText')}
          />
        )}
        <ExplanationLine
          icon={<Equal />}
          title={t('member.result')}
          text={[
            t('member.resultView', { scope: t(scope[explanation.view]) }),
            t('member.resultEdit', { scope: t(scope[explanation.edit]) }),
          ].join('')}
        />
      </ul>
    </div>
  );
}

function ReasonLine({ reason }: { reason: Reason }) {
  const { t } = useText();
  const { because, team_name: team, gives_view, gives_edit, cat_id } = reason;
  const titles = {
    open: t('member.reasonOpen'),
    pass: t('member.reasonPass'),
    owner: t('member.reasonOwner'),
    member: t('member.reasonMember'),
    team: t(reason.is_exception ? 'member.reasonException' : 'member.reasonTeam', { team }),
  } as const;
  const gives = gives_edit
    ? t('member.givesEdit')
    : gives_view
      ? t('member.givesView')
      : t('member.givesNothing');
  const texts = {
    open: t('member.reasonOpenText'),
    pass: t('member.reasonPassText'),
    owner: t('member.reasonOwnerText'),
    member: gives,
    team: gives,
  } as const;
  const isMembership = because === 'member' || because === 'team';
  const catalog = reason.cat_name || t('member.goneCatalog');
  return (
    <ExplanationLine
      gives={gives_view}
      icon={icons[because]}
      title={titles[because]}
      text={texts[because]}
      tags={
        isMembership && (
          <>
            <Authority editing={reason.member_group_id === EDIT_GROUP} />
            <Tag kind="line">
              {cat_id === 0 ? t('member.allCatalogs') : t('member.only', { catalog })}
            </Tag>
          </>
        )
      }
    />
  );
}

interface ExplanationLineProps {
  icon: ReactNode;
  title: string;
  text: string;
  tags?: ReactNode;
  gives?: boolean;
}

function ExplanationLine({ icon, title, text, tags, gives = false }: ExplanationLineProps) {
  return (
    <li>
      <span className={gives ? `${styles.sign} ${styles.gives}` : styles.sign}>{icon}</span>
      <div>
        <div className={styles.title}>
          {title}
          {tags}
        </div>
        <p className={styles.text}>{text}</p>
      </div>
    </li>
  );
}
