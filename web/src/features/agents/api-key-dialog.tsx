import { ApiKeyScope, createApiKey } from '@parley/contract/agents'
import type { Agent } from '@parley/contract/people'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { SwitchField, useField } from '../../admin/fields.tsx'
import { FormDialog } from '../../admin/form-dialog.tsx'
import { ManyChoice } from '../../admin/many-field.tsx'
import { type EntityForm, useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { inboxesQuery } from '../../session/queries.ts'
import { Field } from '../../ui/field.tsx'

export type Made = { api_key: string; api_secret: string }
type Scope = z.input<typeof ApiKeyScope>

/** Asks what the key may do before it is made; a new one takes the place of the one before. */
export function ApiKeyDialog({
  agent,
  onMade,
  onClose,
}: {
  agent: Agent
  onMade: (made: Made) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: ApiKeyScope,
    values: { read_only: agent.api_key_read_only ?? false, inbox_ids: agent.api_key_inbox_ids ?? null },
    place: `agents/${agent.id}/api-key`,
    refresh: keys.agents,
    said: t('agents.key.made'),
    save: (body) => call(createApiKey, { params: { id: String(agent.id) }, body }),
    onSaved: (made) => {
      onClose()
      onMade(made)
    },
  })
  return (
    <FormDialog
      of={form}
      title={t(agent.api_key ? 'agents.key.replace.title' : 'agents.key.title')}
      description={t(agent.api_key ? 'agents.key.replace.text' : 'agents.key.help')}
      submitLabel={t(agent.api_key ? 'agents.key.replace' : 'agents.key.make')}
      onClose={onClose}
    >
      <SwitchField
        of={form}
        name="read_only"
        label={t('agents.key.read_only')}
        help={t('agents.key.read_only.help')}
      />
      <InboxesField of={form} />
    </FormDialog>
  )
}

/** None chosen means all of them. */
function InboxesField({ of }: { of: EntityForm<Scope> }) {
  const { t } = useTranslation()
  const inboxes = useQuery(inboxesQuery).data ?? []
  const { field, error } = useField({ of, name: 'inbox_ids' })
  const ids = Array.isArray(field.value) ? field.value : []
  return (
    <Field label={t('agents.key.inboxes')} help={t('agents.key.inboxes.help')} error={error}>
      <ManyChoice
        label={t('agents.key.inboxes')}
        placeholder={t('agents.key.inboxes.all')}
        find={t('agents.key.inboxes.find')}
        none={t('agents.key.inboxes.none')}
        items={inboxes.map((inbox) => ({ value: String(inbox.id), label: inbox.name }))}
        values={ids.map(String)}
        onChange={(values) => field.onChange(values.length > 0 ? values.map(Number) : null)}
        field={field}
      />
    </Field>
  )
}
