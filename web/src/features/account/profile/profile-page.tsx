import { getMe, Preferences, updateMyPreferences } from '@parley/contract/account/me'
import type { Agent } from '@parley/contract/agents/agent'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { fullName } from '../../../format/names.ts'
import { LongTextField } from '../../../forms/fields/fields.tsx'
import { FormPage } from '../../../forms/form-page.tsx'
import { useEntityForm } from '../../../forms/use-entity-form.ts'
import { may } from '../../../session/permissions.ts'
import { useMe } from '../../../session/use-me.ts'
import { PageSection } from '../../../ui/layout/page.tsx'
import { AppearanceFields } from './appearance-fields.tsx'
import { CheckFields } from './check-fields.tsx'
import { FlowFields } from './flow-fields.tsx'
import { PictureField } from './picture-field.tsx'
import { UndoField } from './undo-field.tsx'

const SignatureForm = z.object({ signature: Preferences.shape.signature.unwrap() })

const fieldsOf = ({ signature }: Agent) => ({ signature: signature ?? '' })

/** What agents can change in their own account, and what an administrator has set. */
export function ProfilePage() {
  const { t } = useTranslation()
  const me = useMe()
  const form = useEntityForm({
    schema: SignatureForm,
    values: fieldsOf(me),
    fetchCurrent: () => call(getMe),
    fieldsOf,
    draftKey: 'account/profile',
    invalidateKey: queryKeys.me,
    successMessage: t('account.signature.saved'),
    save: (body, attempt) => call(updateMyPreferences, { body, ...attempt }),
  })
  const canReply = may(me, 'messages:write')
  // Administrators change their own name where they manage agents.
  const canManageAgents = may(me, 'users:manage')
  return (
    <FormPage form={form} title={t('account.profile.title')} lead={t('account.profile.lead')}>
      <PageSection title={t('account.picture')} help={t('account.picture.help')}>
        <PictureField me={me} />
      </PageSection>
      <PageSection
        title={t('account.identity')}
        help={canManageAgents ? undefined : t('account.identity.help')}
      >
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
        {canManageAgents && (
          <Link
            to="/admin/teams/agents/$id/edit"
            params={{ id: me.id }}
            className="mt-3 inline-block font-medium text-accent-text underline-offset-2 hover:underline"
          >
            {t('account.identity.change')}
          </Link>
        )}
      </PageSection>
      {canReply && (
        <PageSection title={t('account.signature')} help={t('account.signature.help')}>
          <LongTextField
            form={form}
            name="signature"
            label={t('account.signature.label')}
            help={t('account.signature.where', { variable: '{{ agent.signature }}' })}
          />
        </PageSection>
      )}
      {canReply && (
        <PageSection title={t('account.sending')} help={t('account.sending.help')}>
          <UndoField me={me} />
        </PageSection>
      )}
      {canReply && (
        <PageSection title={t('account.checks')} help={t('account.checks.help')}>
          <CheckFields me={me} />
        </PageSection>
      )}
      <PageSection title={t('account.flow')} help={t('account.flow.help')}>
        <FlowFields me={me} />
      </PageSection>
      <PageSection title={t('account.appearance')} help={t('account.appearance.help')}>
        <AppearanceFields me={me} />
      </PageSection>
    </FormPage>
  )
}
