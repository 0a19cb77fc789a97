import { tryCustomAttribute } from '@parley/contract/custom-attributes/custom-attribute-writes'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { TextField, useFieldValue } from '../../../forms/fields/fields.tsx'
import type { EntityForm } from '../../../forms/use-entity-form.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Field } from '../../../ui/inputs/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import type { AttributeFields } from './attribute-fields.ts'

/** A validation pattern, the hint for values that don't match, and a field to test both. */
export function PatternFields({ form }: { form: EntityForm<AttributeFields> }) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        form={form}
        name="regex"
        label={t('custom_attributes.regex')}
        help={t('custom_attributes.regex.help')}
        placeholder="^[A-Z]{2}-\d{4}$"
      />
      <TextField
        form={form}
        name="regex_hint"
        label={t('custom_attributes.regex_hint')}
        help={t('custom_attributes.regex_hint.help')}
        placeholder={t('custom_attributes.regex_hint.placeholder')}
      />
      <PatternTester form={form} />
    </>
  )
}

/** Tested on the server: its regular expression engine differs from the browser's. */
function PatternTester({ form }: { form: EntityForm<AttributeFields> }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [name, data_type] = [useFieldValue(form, 'name'), useFieldValue(form, 'data_type')]
  const [regex, regex_hint] = [useFieldValue(form, 'regex'), useFieldValue(form, 'regex_hint')]
  const debouncedInput = useDebounced(
    JSON.stringify({ name, data_type, values: [], regex, regex_hint, text }),
  )
  const query = useQuery({
    queryKey: [...queryKeys.custom_attributes, 'try', debouncedInput],
    queryFn: ({ signal }) => call(tryCustomAttribute, { signal, body: JSON.parse(debouncedInput) }),
    enabled: text.trim() !== '' && JSON.parse(debouncedInput).text.trim() !== '',
    placeholderData: keepPreviousData,
    networkMode: 'always',
    retry: false,
    gcTime: 10_000,
  })
  const refusal = query.error?.message ?? query.data?.refusal
  return (
    <div>
      <Field
        label={t('custom_attributes.try')}
        help={text.trim() === '' ? t('custom_attributes.try.help') : undefined}
      >
        <Input autoComplete="off" value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <p role="status" className="text-xs not-empty:mt-1.5">
        {text.trim() !== '' && (query.data || query.error) && (
          <span
            className={refusal ? 'flex items-start gap-1.5 text-bad' : 'flex items-start gap-1.5 text-good'}
          >
            {refusal ? (
              <CircleAlert size={14} aria-hidden className="mt-px shrink-0" />
            ) : (
              <CircleCheck size={14} aria-hidden className="mt-px shrink-0" />
            )}
            {refusal ?? t('custom_attributes.try.accepted')}
          </span>
        )}
      </p>
    </div>
  )
}
