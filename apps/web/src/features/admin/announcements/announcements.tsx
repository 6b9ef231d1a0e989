import { calls } from '@octavo/contract';
import type { SiteConfig } from '@octavo/contract/admin-setting.entities';
import { Megaphone, Plus, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, SectionHead } from '../../../shared/ui/card.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { EmptyState } from '../../../shared/ui/state-block.tsx';
import { Tile } from '../../../shared/ui/tile.tsx';
import styles from './announcements.module.css';
import { AnnounceDialog } from './announce-dialog.tsx';
import { BannerForm } from './banner-form.tsx';
import { ConsoleHeader } from '../parts/console-header.tsx';
import { SettingValues, ValuesFoot } from '../parts/setting-values.tsx';
import settings from '../parts/settings.module.css';
import { useMayChange } from '../parts/use-may-change.ts';
import { DeleteAnnouncement } from './delete-announcement.tsx';

type OpenDialog = { dialog: 'announce' } | { dialog: 'takeBack'; notice_id: number; title: string };

export function Announcements() {
  const { t, rich } = useText();
  const mayChange = useMayChange();
  const query = useCall(calls.adminNotice.getList, {});
  const [open, setOpen] = useState<OpenDialog>();
  const config = useCall(calls.adminSetting.loadConfig, {});
  const onClosed = () => setOpen(undefined);
  return (
    <>
      <ConsoleHeader title={t('admin.announcements')} help={t('admin.announcementsHelp')}>
        {mayChange && (
          <Button variant="primary" icon={<Plus />} onClick={() => setOpen({ dialog: 'announce' })}>
            {t('admin.announce')}
          </Button>
        )}
      </ConsoleHeader>
      <QueryState query={query}>
        {(notices) => (
          <Card flat>
            {notices.length === 0 && (
              <EmptyState title={t('admin.emptyTitle')}>
                {mayChange && t('admin.emptyText')}
              </EmptyState>
            )}
            {notices.map((row) => (
              <div key={row.notice_id} className={styles.row}>
                <Tile id={0}>
                  <Megaphone />
                </Tile>
                <div className={styles.words}>
                  <b>{row.notice_title}</b>
                  <p>{row.notice_content}</p>
                  <span>
                    {rich('admin.sentAndRead', {
                      time: <Time value={row.notice_time} />,
                      count: row.read_count,
                    })}
                  </span>
                </div>
                {mayChange && (
                  <IconButton
                    danger
                    label={t('admin.takeBack', { notice: row.notice_title })}
                    onClick={() =>
                      setOpen({
                        dialog: 'takeBack',
                        notice_id: row.notice_id,
                        title: row.notice_title,
                      })
                    }
                  >
                    <Undo2 />
                  </IconButton>
                )}
              </div>
            ))}
          </Card>
        )}
      </QueryState>
      <section className={`${settings.form} ${settings.below}`}>
        <SectionHead title={t('admin.banner')} help={t('admin.bannerHelp')} />
        <QueryState query={config}>
          {(loaded) =>
            mayChange ? <BannerForm config={loaded} /> : <BannerValues config={loaded} />
          }
        </QueryState>
      </section>
      {open?.dialog === 'announce' && <AnnounceDialog onClosed={onClosed} />}
      {open?.dialog === 'takeBack' && <DeleteAnnouncement {...open} onClosed={onClosed} />}
    </>
  );
}

/** The banner for auditors. */
function BannerValues({ config }: { config: SiteConfig }) {
  const { banner_text, banner_level, banner_until } = config;
  return (
    <div className={settings.fields}>
      <SettingValues
        values={{ banner_text, ...(banner_text !== '' && { banner_level, banner_until }) }}
      />
      <ValuesFoot lastSave={config.banner_saved} />
    </div>
  );
}
