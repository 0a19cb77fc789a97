import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useField } from '../../../admin/fields.tsx'
import type { EntityForm } from '../../../admin/use-entity-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import type { ImportFields } from './import-fields.ts'
import { textOf } from './read-file.ts'

const EXAMPLE = 'first_name,last_name,email,roles,teams\nMaria,Lopez,maria@example.com,Agent,Billing'

/** The lines: pasted, or from a file, and then to be corrected in place. */
export function SourceField({
  of,
  refusal,
}: {
  of: EntityForm<ImportFields>
  /** What the server says of the text as a whole. */
  refusal: string | undefined
}) {
  const { t } = useTranslation()
  const { field, error } = useField({ of, name: 'csv' })
  const picker = useRef<HTMLInputElement>(null)
  const [unread, setUnread] = useState<string>()
  const csv = String(field.value ?? '')
  const change = (text: string) => {
    setUnread(undefined)
    // Columns that were chosen belong to the first line.
    if (text.split('\n', 1)[0] !== csv.split('\n', 1)[0]) of.form.setValue('columns', null)
    field.onChange(text)
  }
  const read = async (file: File | undefined) => {
    if (!file) return
    const found = textOf(new Uint8Array(await file.arrayBuffer()))
    if ('text' in found) change(found.text)
    else setUnread(t(`agents.import.unread.${found.refusal}`))
  }
  return (
    <div className="relative">
      <Field
        label={t('agents.import.source')}
        help={t('agents.import.source.help')}
        error={unread ?? refusal ?? error}
      >
        <Textarea
          {...field}
          value={csv}
          onChange={(event) => change(event.target.value)}
          placeholder={EXAMPLE}
          spellCheck={false}
          className="max-h-60 font-mono text-xs whitespace-pre"
        />
      </Field>
      {/* Not within the field: of what is wrong there, the text is to have the focus. */}
      <div className="absolute -top-2 right-0">
        <Button size="sm" onClick={() => picker.current?.click()}>
          <FileUp size={14} aria-hidden />
          {t('agents.import.choose')}
        </Button>
      </div>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t('agents.import.choose')}
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onChange={(event) => {
          void read(event.target.files?.[0])
          // The same file may be chosen again after it was corrected.
          event.target.value = ''
        }}
      />
    </div>
  )
}
