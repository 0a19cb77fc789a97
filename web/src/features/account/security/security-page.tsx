import { useTranslation } from 'react-i18next'
import { Page, PageSection } from '../../../ui/layout/page.tsx'
import { PasskeySection } from './passkey-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionList } from './session-list.tsx'

/** How the agent signs in, and their active sessions. */
export function SecurityPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('account.security')} lead={t('account.security.lead')}>
      <PageSection title={t('account.password')} help={t('account.password.help')}>
        <PasswordSection />
      </PageSection>
      <PageSection title={t('account.second_factor')} help={t('account.second_factor.help')}>
        <SecondFactorSection />
      </PageSection>
      <PageSection title={t('account.passkeys')} help={t('account.passkeys.help')}>
        <PasskeySection />
      </PageSection>
      <PageSection title={t('account.sessions')} help={t('account.sessions.help')}>
        <SessionList />
      </PageSection>
    </Page>
  )
}
