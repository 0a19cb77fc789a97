import { Autocomplete as Base } from '@base-ui/react/autocomplete'
import type { ContactHit } from '@parley/contract/contacts/contacts'
import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../format/names.ts'
import { Field } from '../../ui/inputs/field.tsx'
import { useContactSearch } from './use-contact-search.ts'

/** An email address, with suggestions of matching contacts; picking one also fills in the names. */
export function ContactEmailField({
  value,
  error,
  onChange,
  onPick,
  onBlur,
  inputRef,
}: {
  value: string
  error: string | undefined
  onChange: (value: string) => void
  onPick: (contact: ContactHit) => void
  onBlur: () => void
  inputRef: Ref<HTMLInputElement>
}) {
  const { t } = useTranslation()
  const hits = useContactSearch(value).filter((hit) => hit.email !== null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Base.Root
      items={hits}
      // Without hits it would be an expanded list that nobody sees.
      open={isOpen && hits.length > 0}
      onOpenChange={setIsOpen}
      value={value}
      onValueChange={(next, { reason }) => {
        const hit = reason === 'item-press' && hits.find((one) => one.email === next)
        if (hit) onPick(hit)
        else onChange(next)
      }}
      itemToStringValue={(hit) => hit.email ?? ''}
      // The server has already filtered.
      filter={null}
    >
      <Field label={t('new_conversation.contact_email')} error={error}>
        <Base.Input
          ref={inputRef}
          type="email"
          autoComplete="off"
          onBlur={() => {
            // Hits that arrive later must not open it.
            if (hits.length === 0) setIsOpen(false)
            onBlur()
          }}
          placeholder="ada@example.com"
          className="field h-8 px-2.5 outline-none pointer-coarse:text-lg"
        />
      </Field>
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="start" collisionPadding={8} className="z-50">
          <Base.Popup className="floating max-h-[min(18rem,var(--available-height))] w-[max(var(--anchor-width),15rem)] overflow-y-auto p-1 data-empty:hidden">
            <Base.List aria-label={t('new_conversation.contacts')}>
              {(hit: ContactHit) => (
                <Base.Item key={hit.id} value={hit} className="option-row">
                  <span className="truncate">{fullName(hit)}</span>
                  <span className="flex-1 truncate text-right text-xs text-ink-3">{hit.email}</span>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
