import type { ScimConfig } from '@octavo/contract/admin-scim.entities';
import { calls } from '@octavo/contract';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { CommandBlock } from '../../../shared/ui/command-block.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import styles from '../directory/directory.module.css';
import { GroupMappings } from '../directory/group-mappings.tsx';
import { SettingValues, ValuesFoot } from '../parts/setting-values.tsx';
import settings from '../parts/settings.module.css';
import { useMayChange } from '../parts/use-may-change.ts';
import { RefusedRequests } from './refused-requests.tsx';
import { toGroupMapping } from './scim-draft.ts';
import { ScimForm } from './scim-form.tsx';
import { ScimTokens } from './scim-tokens.tsx';

/** Accounts that an identity provider maintains: address and tokens, logins and groups, and what it was refused. */
export function Scim() {
  const query = useCall(calls.adminScim.loadConfig, {});
  return <QueryState query={query}>{(config) => <ScimSettings config={config} />}</QueryState>;
}

function ScimSettings({ config }: { config: ScimConfig }) {
  const { t } = useText();
  const mayChange = useMayChange();
  return (
    <div className={styles.frame}>
      <div className={styles.beside}>
        <div className={styles.form}>
          <div className={settings.fields}>
            <section className={styles.part}>
              <div className={styles.head}>
                <div>
                  <h2>{t('adminScim.provider')}</h2>
                  <p>{t('adminScim.providerHelp')}</p>
                </div>
              </div>
              <CommandBlock label={t('adminScim.address')} command={config.base_url} />
            </section>
            <hr className={settings.rule} />
            <ScimTokens tokens={config.tokens} mayChange={mayChange} />
            <hr className={settings.rule} />
          </div>
          {mayChange ? <ScimForm config={config} /> : <ScimValues config={config} />}
        </div>
        <div className={styles.side}>
          <People config={config} />
          <RefusedRequests rejections={config.rejections} mayChange={mayChange} />
        </div>
      </div>
    </div>
  );
}

/** The settings for auditors. */
function ScimValues({ config }: { config: ScimConfig }) {
  const { t } = useText();
  const { login, subject } = config.scim_form;
  return (
    <>
      <SettingValues
        title={t('adminScim.login')}
        values={{
          'scim_form.login': login,
          ...(login !== 'none' && { 'scim_form.subject': subject }),
        }}
      />
      <hr className={settings.rule} />
      <GroupMappings
        mappings={config.mappings.map(toGroupMapping)}
        groupLabel={t('adminScim.group')}
      />
      <ValuesFoot lastSave={config.scim_saved} />
    </>
  );
}

function People({ config: { counts } }: { config: ScimConfig }) {
  const { t } = useText();
  const rows = [
    [t('adminScim.people'), counts.people],
    [t('adminScim.disabled'), counts.disabled],
    [t('adminScim.groups'), counts.groups],
  ] as const;
  return (
    <section className={styles.card}>
      <h2>{t('adminScim.maintained')}</h2>
      <dl className={styles.counts}>
        {rows.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
