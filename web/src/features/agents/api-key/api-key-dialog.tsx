import type { Agent } from '@parley/contract/agents/agent'
import { ApiKeyScope, createApiKey } from '@parley/contract/agents/agents'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { SwitchField, useField } from '../../../forms/fields/fields.tsx'
import { MultiSelect } from '../../../forms/fields/multi-select-field.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { type EntityForm, useEntityForm } from '../../../forms/use-entity-form.ts'
import { inboxesQuery } from '../../../session/queries.ts'
import { Field } from '../../../ui/inputs/field.tsx'

export type CreatedKey = { api_key: string; api_secret: string }
type Scope = z.input<typeof ApiKeyScope>

/** Asks for the scope of a new API key. It replaces the existing key. */
export function ApiKeyDialog({
  agent,
  onCreated,
  onClose,
}: {
  agent: Agent
  onCreated: (made: CreatedKey) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: ApiKeyScope,
    values: { read_only: agent.api_key_read_only ?? false, inbox_ids: agent.api_key_inbox_ids ?? null },
    draftKey: `agents/${agent.id}/api-key`,
    invalidateKey: queryKeys.agents,
    successMessage: t('agents.key.made'),
    save: (body) => call(createApiKey, { params: { id: String(agent.id) }, body }),
    onSaved: (createdKey) => {
      onClose()
      onCreated(createdKey)
    },
  })
  return (
    <FormDialog
      form={form}
      title={t(agent.api_key ? 'agents.key.replace.title' : 'agents.key.title')}
      description={t(agent.api_key ? 'agents.key.replace.text' : 'agents.key.help')}
      submitLabel={t(agent.api_key ? 'agents.key.replace' : 'agents.key.make')}
      onClose={onClose}
    >
      <SwitchField
        form={form}
        name="read_only"
        label={t('agents.key.read_only')}
        help={t('agents.key.read_only.help')}
      />
      <InboxesField form={form} />
    </FormDialog>
  )
}

/** Selecting none means all inboxes. */
function InboxesField({ form }: { form: EntityForm<Scope> }) {
  const { t } = useTranslation()
  const inboxes = useQuery(inboxesQuery).data ?? []
  const { field, error } = useField({ form, name: 'inbox_ids' })
  const ids = Array.isArray(field.value) ? field.value : []
  return (
    <Field label={t('agents.key.inboxes')} help={t('agents.key.inboxes.help')} error={error}>
      <MultiSelect
        label={t('agents.key.inboxes')}
        placeholder={t('agents.key.inboxes.all')}
        searchPlaceholder={t('agents.key.inboxes.find')}
        emptyText={t('agents.key.inboxes.none')}
        items={inboxes.map((inbox) => ({ value: String(inbox.id), label: inbox.name }))}
        values={ids.map(String)}
        onChange={(values) => field.onChange(values.length > 0 ? values.map(Number) : null)}
        field={field}
      />
    </Field>
  )
}
