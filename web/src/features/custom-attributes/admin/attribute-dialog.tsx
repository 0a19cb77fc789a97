import {
  createCustomAttribute,
  getCustomAttribute,
  updateCustomAttribute,
} from '@parley/contract/custom-attributes/custom-attribute-writes'
import {
  attributeOwners,
  attributeTypes,
  type CustomAttribute,
} from '@parley/contract/custom-attributes/custom-attributes'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import {
  FormField,
  LongTextField,
  SelectField,
  TextField,
  useFieldValue,
} from '../../../forms/fields/fields.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { type EntityForm, useEntityForm } from '../../../forms/use-entity-form.ts'
import { Input } from '../../../ui/inputs/input.tsx'
import {
  type AttributeFields,
  attributeSchema,
  fieldsOf,
  hasPattern,
  keyFromName,
  newAttribute,
  toRequestBody,
} from './attribute-fields.ts'
import { ChoicesField } from './choices-field.tsx'
import { PatternFields } from './pattern-fields.tsx'

/** Creates or edits an attribute. Key and type can't change once values are stored under them. */
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
    ...(attribute && { fetchCurrent: () => fetchAttribute(attribute.id) }),
    fieldsOf,
    draftKey: `custom-attributes/${attribute?.id ?? `new-${owner}`}`,
    invalidateKey: queryKeys.custom_attributes,
    successMessage: t(attribute ? 'custom_attributes.saved' : 'custom_attributes.created'),
    save: (fields, attempt) =>
      attribute
        ? call(updateCustomAttribute, {
            params: { id: String(attribute.id) },
            body: toRequestBody(fields),
            ...attempt,
          })
        : call(createCustomAttribute, { body: toRequestBody(fields), ...attempt }),
    onSaved: onClose,
  })
  const type = useFieldValue(form, 'data_type')
  const isExisting = attribute !== undefined
  return (
    <FormDialog
      form={form}
      size="md"
      title={t(attribute ? 'custom_attributes.edit' : 'custom_attributes.new')}
      submitLabel={t(attribute ? 'form.save' : 'custom_attributes.create')}
      onClose={onClose}
    >
      <NameField form={form} suggestsKey={!isExisting} />
      <LongTextField
        form={form}
        name="description"
        label={t('custom_attributes.description')}
        help={t('custom_attributes.description.help')}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <SelectField
          form={form}
          name="applies_to"
          label={t('custom_attributes.applies_to')}
          disabled={isExisting}
          options={attributeOwners.map((value) => ({ value, label: t(`custom_attributes.owner.${value}`) }))}
        />
        <SelectField
          form={form}
          name="data_type"
          label={t('custom_attributes.type')}
          disabled={isExisting}
          options={attributeTypes.map((value) => ({ value, label: t(`custom_attributes.type.${value}`) }))}
        />
      </div>
      <TextField
        form={form}
        name="key"
        label={t('custom_attributes.key')}
        help={t(isExisting ? 'custom_attributes.key.fixed' : 'custom_attributes.key.help')}
        disabled={isExisting}
      />
      {type === 'list' && <ChoicesField form={form} />}
      {hasPattern(type) && <PatternFields form={form} />}
    </FormDialog>
  )
}

const fetchAttribute = (id: number) => call(getCustomAttribute, { params: { id: String(id) } })

/** Suggests a key from the name until the key is edited. */
function NameField({ form, suggestsKey }: { form: EntityForm<AttributeFields>; suggestsKey: boolean }) {
  const { t } = useTranslation()
  const key = useFieldValue(form, 'key')
  return (
    <FormField form={form} name="name" label={t('custom_attributes.name')}>
      {(field) => (
        <Input
          {...field}
          autoComplete="off"
          autoFocus
          value={String(field.value ?? '')}
          onChange={(event) => {
            const name = event.target.value
            if (suggestsKey && key === keyFromName(String(field.value ?? '')))
              form.methods.setValue('key', keyFromName(name), {
                shouldDirty: true,
                shouldValidate: form.submitCount > 0,
              })
            field.onChange(name)
          }}
        />
      )}
    </FormField>
  )
}
