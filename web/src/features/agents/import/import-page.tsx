import { AgentImport, type AgentImportAnswer, importAgents } from '@parley/contract/agent-import'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useValue } from '../../../admin/fields.tsx'
import { FormFailure } from '../../../admin/form-failure.tsx'
import { FormPage, Trail } from '../../../admin/form-page.tsx'
import { type EntityForm, useEntityForm } from '../../../admin/use-entity-form.ts'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { keys } from '../../../api/query.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { Button } from '../../../ui/button.tsx'
import { Page, PageSection } from '../../../ui/page.tsx'
import { AGENTS } from '../agent-fields.ts'
import { RolesField, TeamsField } from '../belonging-fields.tsx'
import { InvitationField, NoMailServer } from '../invitation-field.tsx'
import { ColumnsField } from './columns-field.tsx'
import { countOf, emptyImport, type ImportFields, previewQuery } from './import-fields.ts'
import { ImportRows } from './import-rows.tsx'
import { SourceField } from './source-field.tsx'

/** Many agents at once, from a file: nothing is written before its lines were shown. */
export function ImportPage() {
  const [done, setDone] = useState<AgentImportAnswer | null>(null)
  if (done) return <Imported answer={done} onMore={() => setDone(null)} />
  return <ImportForm onDone={setDone} />
}

function ImportForm({ onDone }: { onDone: (answer: AgentImportAnswer) => void }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const form = useEntityForm<ImportFields, AgentImportAnswer>({
    schema: AgentImport,
    values: emptyImport,
    place: 'agents/import',
    refresh: keys.agents,
    said: t('agents.import.said'),
    save: async (fields, attempt) => {
      const preview = previewQuery(fields)
      if (!cache.getQueryData(preview.queryKey)) {
        await cache.fetchQuery(preview)
        throw new Error(t('agents.import.look_first'))
      }
      return call(importAgents, { body: fields, ...attempt })
    },
    onSaved: onDone,
  })
  const preview = usePreview(form)
  const refusal = preview.error instanceof ApiError && preview.error.errors.length > 0
  // What another text came to says nothing of this one.
  const answer = preview.error ? undefined : preview.data
  const good = answer ? countOf(answer.rows, 'new') : 0
  return (
    <FormPage
      of={form}
      title={t('agents.import')}
      lead={t('agents.import.lead')}
      within={{ to: AGENTS, label: t('admin.agents') }}
      create={good > 0 ? t('agents.import.create', { count: good }) : t('agents.import.create_none')}
      wide
    >
      <PageSection title={t('agents.import.file')} help={t('agents.import.file.help')}>
        <SourceField of={form} refusal={refusal ? preview.error?.message : undefined} />
        {preview.isFetching && (
          <p role="status" className="mt-2 text-xs text-ink-3">
            {t('agents.import.reading')}
          </p>
        )}
        {preview.error && !refusal && (
          <FormFailure error={preview.error} onRetry={() => void preview.refetch()} />
        )}
      </PageSection>
      {answer && (
        <PageSection title={t('agents.import.columns')} help={t('agents.import.columns.help')}>
          <ColumnsField of={form} answer={answer} />
        </PageSection>
      )}
      <PageSection title={t('agents.import.defaults')} help={t('agents.import.defaults.help')}>
        <div className="space-y-4">
          <RolesField of={form} name="roles" />
          <TeamsField of={form} name="teams" />
        </div>
      </PageSection>
      <PageSection title={t('agents.invitation')} help={t('agents.invitation.help')}>
        <InvitationField
          of={form}
          name="send_welcome_email"
          on={t('agents.import.invite.on')}
          off={t('agents.import.invite.off')}
        />
      </PageSection>
      {answer && (
        <PageSection title={t('agents.import.lines')} help={t('agents.import.lines.help')}>
          <ImportRows rows={answer.rows} />
        </PageSection>
      )}
    </FormPage>
  )
}

function usePreview(of: EntityForm<ImportFields>) {
  const csv = useSettled(useValue(of, 'csv'))
  const columns = useValue(of, 'columns')
  const roles = useValue(of, 'roles')
  const teams = useValue(of, 'teams')
  return useQuery(previewQuery({ csv, columns, roles, teams }))
}

/** What became of each line. */
function Imported({ answer, onMore }: { answer: AgentImportAnswer; onMore: () => void }) {
  const { t } = useTranslation()
  const made = countOf(answer.rows, 'created')
  return (
    <Page
      wide
      title={t('agents.import.done', { count: made })}
      lead={answer.invited > 0 ? t('agents.import.done.invited') : t('agents.import.done.not_invited')}
      trail={<Trail within={{ to: AGENTS, label: t('admin.agents') }} title={t('agents.import')} />}
      actions={<Button onClick={onMore}>{t('agents.import.more')}</Button>}
    >
      {answer.invited > 0 && <NoMailServer />}
      <div className="border-t pt-5">
        <ImportRows rows={answer.rows} />
      </div>
      <p className="mt-4">
        <Link to={AGENTS} className="font-medium text-accent-text hover:underline">
          {t('agents.import.back')}
        </Link>
      </p>
    </Page>
  )
}
