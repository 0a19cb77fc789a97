import { AgentImport, type AgentImportResponse, importAgents } from '@parley/contract/agents/agent-import'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { useFieldValue } from '../../../forms/fields/fields.tsx'
import { FormFailure } from '../../../forms/form-failure.tsx'
import { Breadcrumb, FormPage } from '../../../forms/form-page.tsx'
import { type EntityForm, useEntityForm } from '../../../forms/use-entity-form.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Page, PageSection } from '../../../ui/layout/page.tsx'
import { AGENTS_PATH } from '../agent-fields.ts'
import { InvitationField, NoMailServerNotice } from '../invitation/invitation-field.tsx'
import { RolesField, TeamsField } from '../role-and-team-fields.tsx'
import { ColumnsField } from './columns-field.tsx'
import { countRows, emptyImport, type ImportFields, previewQuery } from './import-fields.ts'
import { ImportRows } from './import-rows.tsx'
import { SourceField } from './source-field.tsx'

/** Imports agents from a CSV file, with a preview before anything is saved. */
export function ImportPage() {
  const [result, setResult] = useState<AgentImportResponse | null>(null)
  if (result) return <ImportResult result={result} onImportMore={() => setResult(null)} />
  return <ImportForm onDone={setResult} />
}

function ImportForm({ onDone }: { onDone: (answer: AgentImportResponse) => void }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const form = useEntityForm<ImportFields, AgentImportResponse>({
    schema: AgentImport,
    values: emptyImport,
    draftKey: 'agents/import',
    invalidateKey: queryKeys.agents,
    successMessage: t('agents.import.said'),
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
  const preview = useImportPreview(form)
  const refusal = preview.error instanceof ApiError && preview.error.errors.length > 0
  // Don't show the preview of an earlier text.
  const previewData = preview.error ? undefined : preview.data
  const importableCount = previewData ? countRows(previewData.rows, 'new') : 0
  return (
    <FormPage
      form={form}
      title={t('agents.import')}
      lead={t('agents.import.lead')}
      parent={{ to: AGENTS_PATH, label: t('admin.agents') }}
      createLabel={
        importableCount > 0
          ? t('agents.import.create', { count: importableCount })
          : t('agents.import.create_none')
      }
      wide
    >
      <PageSection title={t('agents.import.file')} help={t('agents.import.file.help')}>
        <SourceField form={form} serverError={refusal ? preview.error?.message : undefined} />
        {preview.isFetching && (
          <p role="status" className="mt-2 text-xs text-ink-3">
            {t('agents.import.reading')}
          </p>
        )}
        {preview.error && !refusal && (
          <FormFailure error={preview.error} onRetry={() => void preview.refetch()} />
        )}
      </PageSection>
      {previewData && (
        <PageSection title={t('agents.import.columns')} help={t('agents.import.columns.help')}>
          <ColumnsField form={form} preview={previewData} />
        </PageSection>
      )}
      <PageSection title={t('agents.import.defaults')} help={t('agents.import.defaults.help')}>
        <div className="space-y-4">
          <RolesField form={form} name="roles" />
          <TeamsField form={form} name="teams" />
        </div>
      </PageSection>
      <PageSection title={t('agents.invitation')} help={t('agents.invitation.help')}>
        <InvitationField
          form={form}
          name="send_welcome_email"
          onHelp={t('agents.import.invite.on')}
          offHelp={t('agents.import.invite.off')}
        />
      </PageSection>
      {previewData && (
        <PageSection title={t('agents.import.lines')} help={t('agents.import.lines.help')}>
          <ImportRows rows={previewData.rows} />
        </PageSection>
      )}
    </FormPage>
  )
}

function useImportPreview(form: EntityForm<ImportFields>) {
  const csv = useDebounced(useFieldValue(form, 'csv'))
  const columns = useFieldValue(form, 'columns')
  const roles = useFieldValue(form, 'roles')
  const teams = useFieldValue(form, 'teams')
  return useQuery(previewQuery({ csv, columns, roles, teams }))
}

/** The result for each row. */
function ImportResult({ result, onImportMore }: { result: AgentImportResponse; onImportMore: () => void }) {
  const { t } = useTranslation()
  const createdCount = countRows(result.rows, 'created')
  return (
    <Page
      wide
      title={t('agents.import.done', { count: createdCount })}
      lead={result.invited > 0 ? t('agents.import.done.invited') : t('agents.import.done.not_invited')}
      breadcrumb={
        <Breadcrumb parent={{ to: AGENTS_PATH, label: t('admin.agents') }} title={t('agents.import')} />
      }
      actions={<Button onClick={onImportMore}>{t('agents.import.more')}</Button>}
    >
      {result.invited > 0 && <NoMailServerNotice />}
      <div className="border-t pt-5">
        <ImportRows rows={result.rows} />
      </div>
      <p className="mt-4">
        <Link to={AGENTS_PATH} className="font-medium text-accent-text hover:underline">
          {t('agents.import.back')}
        </Link>
      </p>
    </Page>
  )
}
