import { useState } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { CommandBlock } from '../../../shared/ui/command-block.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import styles from './auto-create.module.css';

type Source = 'pages' | 'openapi' | 'comments' | 'postgres';

const RUN: Readonly<Record<Source, string>> = {
  pages: 'sh octavo.sh pages ./docs',
  openapi: 'sh octavo.sh openapi ./openapi.yaml',
  comments: 'sh octavo.sh comments ./src',
  postgres: 'sh octavo.sh postgres -h 127.0.0.1 -U postgres -d shop',
};

export function PushCommand() {
  const { t } = useText();
  const [source, setSource] = useState<Source>('pages');
  const help = {
    pages: t('addItem.pagesHelp'),
    openapi: t('addItem.openapiPushHelp'),
    comments: t('addItem.commentsHelp'),
    postgres: t('addItem.databaseHelp'),
  };
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('addItem.runCommand')}</h2>
        <Segmented
          label={t('addItem.from')}
          options={[
            { value: 'pages', label: t('addItem.fromPages') },
            { value: 'openapi', label: t('addItem.fromOpenapi') },
            { value: 'comments', label: t('addItem.fromComments') },
            { value: 'postgres', label: t('addItem.fromDatabase') },
          ]}
          value={source}
          onValue={setSource}
        />
      </div>
      <CommandBlock
        label={t('addItem.terminal')}
        command={`curl -fsS ${location.origin}/octavo.sh -o octavo.sh\n${RUN[source]}`}
      />
      <p className={styles.help}>{help[source]}</p>
      <p className={styles.help}>{t('addItem.keysHelp')}</p>
    </>
  );
}
