import { Download, KeyRound, Table, Users } from 'lucide-react';
import { useText } from '../../../shared/i18n/texts.tsx';
import styles from './facts.module.css';

const facts = [
  { Icon: Users, title: 'landing.teamsTitle', text: 'landing.teamsText' },
  { Icon: Table, title: 'landing.tablesTitle', text: 'landing.tablesText' },
  { Icon: KeyRound, title: 'landing.openApiTitle', text: 'landing.openApiText' },
  { Icon: Download, title: 'landing.exportTitle', text: 'landing.exportText' },
] as const;

export function Facts() {
  const { t } = useText();
  return (
    <section className={styles.facts}>
      <h2 className="visually-hidden">{t('landing.factsTitle')}</h2>
      {facts.map(({ Icon, title, text }) => (
        <div key={title}>
          <Icon />
          <h3>{t(title)}</h3>
          <p>{t(text)}</p>
        </div>
      ))}
    </section>
  );
}
