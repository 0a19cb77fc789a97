import {
  createRetentionRule,
  getRetentionRule,
  type RetentionRule,
  retentionActions,
  updateRetentionRule,
} from '@parley/contract/retention/retention'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { FormField, NumberField, SelectField, SwitchField, TextField } from '../../forms/fields/fields.tsx'
import { MultiSelect } from '../../forms/fields/multi-select-field.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { type EntityForm, useEntityForm } from '../../forms/use-entity-form.ts'
import { inboxesQuery, statusesQuery, tagsQuery } from '../../session/queries.ts'

type Values = z.input<typeof createRetentionRule.body>

/** Creates or changes a rule. It acts only once it is started from the list. */
export function RuleDialog({ rule, onClose }: { rule?: RetentionRule; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useEntityForm<Values, RetentionRule, RetentionRule>({
    schema: createRetentionRule.body,
    values: rule ? fieldsOf(rule) : defaults,
    ...(rule && { fetchCurrent: () => call(getRetentionRule, { params: { id: String(rule.id) } }) }),
    fieldsOf,
    draftKey: `retention/${rule?.id ?? 'new'}`,
    invalidateKey: queryKeys.retention,
    successMessage: t(rule ? 'retention.saved' : 'retention.created'),
    save: (body, { idempotency_key }) =>
      rule
        ? call(updateRetentionRule, { params: { id: String(rule.id) }, body, idempotency_key })
        : call(createRetentionRule, { body, idempotency_key }),
    onSaved: onClose,
  })
  const statuses = (useQuery(statusesQuery).data ?? []).filter(({ category }) => category === 'closed')
  const inboxes = useQuery(inboxesQuery).data ?? []
  const tags = useQuery(tagsQuery).data ?? []
  return (
    <FormDialog
      form={form}
      title={t(rule ? 'retention.edit' : 'retention.new')}
      submitLabel={t(rule ? 'retention.save' : 'retention.create')}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={t('retention.name')} />
      <SelectField
        form={form}
        name="action"
        label={t('retention.action')}
        help={t('retention.action.help')}
        options={retentionActions.map((value) => ({ value, label: t(`retention.action.${value}`) }))}
      />
      <NumberField
        form={form}
        name="after_days"
        label={t('retention.after')}
        help={t('retention.after.help')}
      />
      <IdsField
        form={form}
        name="status_ids"
        label={t('retention.statuses')}
        items={statuses}
        none={t('retention.none')}
      />
      <SwitchField form={form} name="include_spam" label={t('retention.spam')} />
      <SwitchField form={form} name="include_trash" label={t('retention.trash')} />
      <IdsField
        form={form}
        name="inbox_ids"
        label={t('retention.inboxes')}
        items={inboxes}
        none={t('retention.all_inboxes')}
      />
      <IdsField
        form={form}
        name="exempt_tag_ids"
        label={t('retention.exempt')}
        help={t('retention.exempt.help')}
        items={tags}
        none={t('retention.none')}
      />
    </FormDialog>
  )
}

/** Ids of named records. Nothing chosen in the list of inboxes means all of them. */
function IdsField({
  form,
  name,
  label,
  help,
  items,
  none,
}: {
  form: EntityForm<Values>
  name: 'status_ids' | 'inbox_ids' | 'exempt_tag_ids'
  label: string
  help?: string
  items: readonly { id: number; name: string }[]
  none: string
}) {
  const { t } = useTranslation()
  return (
    <FormField form={form} name={name} label={label} help={help}>
      {(field) => (
        <MultiSelect
          label={label}
          items={items.map((item) => ({ value: String(item.id), label: item.name }))}
          placeholder={none}
          searchPlaceholder={label}
          emptyText={t('retention.no_match')}
          field={field}
          values={((field.value as number[] | null | undefined) ?? []).map(String)}
          onChange={(values) =>
            field.onChange(name === 'inbox_ids' && values.length === 0 ? null : values.map(Number))
          }
        />
      )}
    </FormField>
  )
}

const defaults: Values = {
  ...{ name: '', enabled: true, inbox_ids: null, status_ids: [], include_spam: false, include_trash: false },
  ...{ after_days: 365, action: 'delete', exempt_tag_ids: [] },
}

const fieldsOf = ({
  id: _,
  created_at: __,
  updated_at: ___,
  confirmed_at: ____,
  ...fields
}: RetentionRule): Values => fields
