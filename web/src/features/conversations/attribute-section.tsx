import type { Conversation } from '@parley/contract/conversations'
import type { CustomAttribute } from '@parley/contract/custom-attributes'
import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { fullDate } from '../../format/time.tsx'
import { customAttributesQuery } from '../../session/queries.ts'
import { FoldSection } from './fold-section.tsx'

/** What the workspace keeps about the contact and the conversation; attributes without a value are left out. */
export function AttributeSection({ conversation: c }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const definitions = useQuery(customAttributesQuery).data ?? []
  const lines = definitions
    .map((attribute) => {
      const of = attribute.applies_to === 'contact' ? c.contact : c
      return { attribute, value: of.custom_attributes[attribute.key] }
    })
    .filter(({ value }) => value !== undefined && value !== null && value !== '')
  if (lines.length === 0) return null
  return (
    <FoldSection rememberAs="side.attributes" title={t('side.attributes')}>
      <dl className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-center">
        {lines.map(({ attribute, value }) => (
          <AttributeLine key={attribute.id} attribute={attribute} value={value} />
        ))}
      </dl>
    </FoldSection>
  )
}

function AttributeLine({ attribute, value }: { attribute: CustomAttribute; value: unknown }) {
  return (
    <>
      <dt title={attribute.name} className="truncate text-ink-3">
        {attribute.name}
      </dt>
      <dd className="flex min-h-7 min-w-0 items-center px-1.5">
        <AttributeValue type={attribute.data_type} value={value} />
      </dd>
    </>
  )
}

function AttributeValue({ type, value }: { type: CustomAttribute['data_type']; value: unknown }) {
  const { t, i18n } = useTranslation()
  const text = String(value)
  if (type === 'checkbox') return t(value === true || value === 'true' ? 'side.yes' : 'side.no')
  if (type === 'date' && !Number.isNaN(Date.parse(text))) return fullDate(text, i18n.language)
  // Anything but the web's own schemes would run in our page.
  if (type === 'link' && /^https?:\/\//i.test(text))
    return (
      <a
        href={text}
        target="_blank"
        rel="noreferrer"
        className="flex min-w-0 items-center gap-1 text-accent-text hover:underline"
      >
        <span className="truncate">{text.replace(/^https?:\/\//i, '')}</span>
        <ArrowUpRight size={14} aria-hidden />
      </a>
    )
  return <span className="truncate select-all">{text}</span>
}
