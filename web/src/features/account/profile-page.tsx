import { useTranslation } from 'react-i18next'
import { fullName } from '../../format/names.ts'
import { setTheme, useTheme } from '../../lib/theme.ts'
import { may } from '../../session/may.ts'
import { useMe } from '../../session/use-me.ts'
import { Page, PageSection } from '../../ui/page.tsx'
import { Switch } from '../../ui/switch.tsx'
import { PictureField } from './picture-field.tsx'
import { UndoField } from './undo-field.tsx'

/** What an agent may change of their own account, and what an administrator has set. */
export function ProfilePage() {
  const { t } = useTranslation()
  const me = useMe()
  const theme = useTheme()
  return (
    <Page title={t('account.profile.title')} lead={t('account.profile.lead')}>
      <PageSection title={t('account.picture')} help={t('account.picture.help')}>
        <PictureField me={me} />
      </PageSection>
      <PageSection title={t('account.identity')} help={t('account.identity.help')}>
        <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-y-2 [&_dt]:text-ink-3">
          <dt>{t('account.name')}</dt>
          <dd>{fullName(me)}</dd>
          <dt>{t('account.email')}</dt>
          <dd className="truncate">{me.email}</dd>
          <dt>{t('account.roles')}</dt>
          <dd>{me.roles?.join(', ') || t('account.none')}</dd>
          <dt>{t('account.teams')}</dt>
          <dd>
            {me.teams.map((team) => `${team.emoji ?? ''} ${team.name}`.trim()).join(', ') ||
              t('account.none')}
          </dd>
        </dl>
      </PageSection>
      {may(me, 'messages:write') && (
        <PageSection title={t('account.sending')} help={t('account.sending.help')}>
          <UndoField me={me} />
        </PageSection>
      )}
      <PageSection title={t('account.appearance')} help={t('account.appearance.help')}>
        <div className="flex items-center justify-between">
          <span id="dark-mode">{t('user_menu.dark_mode')}</span>
          <Switch
            aria-labelledby="dark-mode"
            checked={theme === 'dark'}
            onCheckedChange={(on) => setTheme(on ? 'dark' : 'light')}
          />
        </div>
      </PageSection>
    </Page>
  )
}
