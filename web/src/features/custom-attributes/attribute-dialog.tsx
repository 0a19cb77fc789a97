import {
  createCustomAttribute,
  getCustomAttribute,
  updateCustomAttribute,
} from '@parley/contract/custom-attribute-writes'
import { attributeOwners, attributeTypes, type CustomAttribute } from '@parley/contract/custom-attributes'
import { useTranslation } from 'react-i18next'
import { FormField, LongTextField, SelectField, TextField, useValue } from '../../admin/fields.tsx'
import { FormDialog } from '../../admin/form-dialog.tsx'
import { type EntityForm, useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { Input } from '../../ui/input.tsx'
import {
  type AttributeFields,
  attributeSchema,
  fieldsOf,
  hasPattern,
  keyFrom,
  newAttribute,
  sentOf,
} from './attribute-fields.ts'
import { ChoicesField } from './choices-field.tsx'
import { PatternFields } from './pattern-fields.tsx'

/** Makes or changes an attribute. Under the key values are stored, and by the type they are read: both stay as they were made. */
export function AttributeDialog({
  owner,
  attribute,
  onClose,
}: {
  owner: CustomAttribute['applies_to']
  attribute?: CustomAttribute
  onClose: () => void
}) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: attributeSchema,
    values: attribute ? fieldsOf(attribute) : newAttribute(owner),
    ...(attribute && { current: () => asItIs(attribute.id) }),
    fieldsOf,
    place: `custom-attributes/${attribute?.id ?? `new-${owner}`}`,
    refresh: keys.custom_attributes,
    said: t(attribute ? 'custom_attributes.saved' : 'custom_attributes.created'),
    save: (fields, attempt) =>
      attribute
        ? call(updateCustomAttribute, {
            params: { id: String(attribute.id) },
            body: sentOf(fields),
            ...attempt,
          })
        : call(createCustomAttribute, { body: sentOf(fields), ...attempt }),
    onSaved: onClose,
  })
  const type = useValue(form, 'data_type')
  const fixed = attribute !== undefined
  return (
    <FormDialog
      of={form}
      size="md"
      title={t(attribute ? 'custom_attributes.edit' : 'custom_attributes.new')}
      submitLabel={t(attribute ? 'form.save' : 'custom_attributes.create')}
      onClose={onClose}
    >
      <NameField of={form} suggests={!fixed} />
      <LongTextField
        of={form}
        name="description"
        label={t('custom_attributes.description')}
        help={t('custom_attributes.description.help')}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <SelectField
          of={form}
          name="applies_to"
          label={t('custom_attributes.applies_to')}
          disabled={fixed}
          options={attributeOwners.map((value) => ({ value, label: t(`custom_attributes.owner.${value}`) }))}
        />
        <SelectField
          of={form}
          name="data_type"
          label={t('custom_attributes.type')}
          disabled={fixed}
          options={attributeTypes.map((value) => ({ value, label: t(`custom_attributes.type.${value}`) }))}
        />
      </div>
      <TextField
        of={form}
        name="key"
        label={t('custom_attributes.key')}
        help={t(fixed ? 'custom_attributes.key.fixed' : 'custom_attributes.key.help')}
        disabled={fixed}
      />
      {type === 'list' && <ChoicesField of={form} />}
      {hasPattern(type) && <PatternFields of={form} />}
    </FormDialog>
  )
}

const asItIs = (id: number) => call(getCustomAttribute, { params: { id: String(id) } })

/** Suggests the key along, until somebody writes one. */
function NameField({ of, suggests }: { of: EntityForm<AttributeFields>; suggests: boolean }) {
  const { t } = useTranslation()
  const key = useValue(of, 'key')
  return (
    <FormField of={of} name="name" label={t('custom_attributes.name')}>
      {(field) => (
        <Input
          {...field}
          autoComplete="off"
          autoFocus
          value={String(field.value ?? '')}
          onChange={(event) => {
            const name = event.target.value
            if (suggests && key === keyFrom(String(field.value ?? '')))
              of.form.setValue('key', keyFrom(name), { shouldDirty: true, shouldValidate: of.tries > 0 })
            field.onChange(name)
          }}
        />
      )}
    </FormField>
  )
}
