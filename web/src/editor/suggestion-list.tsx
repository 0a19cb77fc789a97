import { clsx } from 'clsx'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../ui/avatar.tsx'
import { OFFER_ID, type Offer, type OfferStore, optionId } from './suggestions.ts'

const WIDTH = 264
const GAP = 6

/** What the editor offers in place of the word being typed, above or below it. */
export function SuggestionList({ store }: { store: OfferStore }) {
  const offer = useSyncExternalStore(store.subscribe, store.get)
  return offer ? createPortal(<Rows offer={offer} />, document.body) : null
}

function Rows({ offer }: { offer: Offer }) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  // Scrolling is the browser's.
  useEffect(() => {
    list.current?.children[offer.active]?.scrollIntoView({ block: 'nearest' })
  }, [offer.active])
  return (
    <div
      ref={list}
      id={OFFER_ID}
      role="listbox"
      aria-label={t('editor.suggestions')}
      style={placeOf(offer.at)}
      className="floating fixed z-60 max-h-64 overflow-y-auto p-1"
    >
      {offer.rows.map((row, index) => (
        // The editor keeps the focus and has the keys.
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        <div
          key={row.id}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === offer.active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => offer.pick(index)}
          className={clsx('option-row', index === offer.active && 'bg-hover')}
        >
          <span aria-hidden className="grid w-6 shrink-0 place-items-center text-md">
            {row.person ? (
              <Avatar name={row.label} initials={row.mark} src={row.person.avatar_url} size="sm" />
            ) : (
              row.mark
            )}
          </span>
          <span className="truncate">{row.label}</span>
        </div>
      ))}
    </div>
  )
}

/** Above the text where there is room: below is the edge of the page, mostly. */
function placeOf(at: DOMRect) {
  const left = Math.max(8, Math.min(at.left, innerWidth - WIDTH - 8))
  return at.top > 280
    ? { left, width: WIDTH, bottom: innerHeight - at.top + GAP }
    : { left, width: WIDTH, top: at.bottom + GAP }
}
