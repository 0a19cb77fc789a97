import { EmojiPicker as Frimousse } from 'frimousse'
import {
  Cat,
  Clock,
  Coffee,
  Flag,
  Lightbulb,
  type LucideIcon,
  Plane,
  Shapes,
  Smile,
  Trophy,
} from 'lucide-react'
import { type Ref, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { categories } from './emoji-categories.ts'
import { emojiData } from './emoji-data.ts'
import { recentEmoji, rememberEmoji, rememberedTone, rememberTone } from './recent-emoji.ts'

const COLUMNS = 9

/** In the order of `categories`. */
const icons: readonly LucideIcon[] = [Smile, Cat, Coffee, Trophy, Plane, Lightbulb, Shapes, Flag]

/** All emoji by group, with search, six skin tones and recent ones. */
export function EmojiPicker({ onEmoji }: { onEmoji: (emoji: string) => void }) {
  const { t } = useTranslation()
  const [recent] = useState(recentEmoji)
  const [searching, setSearching] = useState(false)
  const viewport = useRef<HTMLDivElement>(null)
  const recentPart = useRef<HTMLElement>(null)
  const selectEmoji = (emoji: string) => {
    rememberEmoji(emoji)
    onEmoji(emoji)
  }
  const scrollTo = (index: number) => {
    const heading = viewport.current?.querySelectorAll<HTMLElement>(
      '[frimousse-list] [frimousse-category][style*="top"]',
    )[index]
    if (viewport.current && heading) viewport.current.scrollTop = heading.offsetTop
  }
  return (
    <Frimousse.Root
      columns={COLUMNS}
      resolveEmojiData={emojiData}
      skinTone={rememberedTone()}
      onEmojiSelect={({ emoji }) => selectEmoji(emoji)}
      className="flex h-96 max-h-(--available-height) w-80 max-w-[calc(100vw-1rem)] flex-col"
    >
      <div className="flex items-center gap-2 border-b px-2 py-2">
        <Frimousse.Search
          aria-label={t('editor.emoji_search')}
          placeholder={t('editor.emoji_search')}
          // The picker opens with its search field focused.
          autoFocus
          onChange={(event) => setSearching(event.target.value.trim() !== '')}
          className="field h-8 flex-1 px-2.5 outline-none"
        />
        <Tones />
      </div>
      {!searching && (
        <nav aria-label={t('editor.emoji_groups')} className="flex justify-between border-b px-2 py-1">
          <GroupButton
            label={t('editor.emoji_recent')}
            icon={Clock}
            disabled={recent.length === 0}
            onClick={() => recentPart.current?.querySelector('button')?.focus()}
          />
          {categories.map(({ label }, index) => (
            <GroupButton
              key={label}
              label={t(label)}
              icon={icons[index] ?? Shapes}
              onClick={() => scrollTo(index)}
            />
          ))}
        </nav>
      )}
      {!searching && recent.length > 0 && <Recent ref={recentPart} recent={recent} onEmoji={selectEmoji} />}
      <Frimousse.Viewport ref={viewport} tabIndex={0} className="min-h-0 flex-1 outline-none">
        <Frimousse.Loading className="absolute inset-0 grid place-items-center text-ink-3">
          {t('editor.emoji_loading')}
        </Frimousse.Loading>
        <Frimousse.Empty className="absolute inset-0 grid place-items-center p-6 text-center text-ink-3">
          {t('editor.emoji_none')}
        </Frimousse.Empty>
        <Frimousse.List className="pb-1.5 select-none" components={listComponents} />
      </Frimousse.Viewport>
    </Frimousse.Root>
  )
}

type AriaIndexes = { 'aria-rowindex'?: number; 'aria-colindex'?: number }

/** The library counts rows and columns from 0, ARIA from 1. */
const toAriaIndexes = (rest: AriaIndexes) => ({
  ...rest,
  ...(rest['aria-rowindex'] !== undefined && { 'aria-rowindex': rest['aria-rowindex'] + 1 }),
  ...(rest['aria-colindex'] !== undefined && { 'aria-colindex': rest['aria-colindex'] + 1 }),
})

const listComponents = {
  CategoryHeader: ({ category, ...rest }: { category: { label: string } }) => (
    <div {...rest} className="bg-raised px-3 pt-2 pb-1 text-xs font-medium text-ink-3">
      {category.label}
    </div>
  ),
  Row: (rest: AriaIndexes) => <div {...toAriaIndexes(rest)} className="px-2" />,
  Emoji: ({ emoji, ...rest }: AriaIndexes & { emoji: { emoji: string; label: string } }) => (
    <button
      {...toAriaIndexes(rest)}
      type="button"
      title={emoji.label}
      className="grid size-8.5 place-items-center rounded-md text-xl data-active:bg-hover"
    >
      {emoji.emoji}
    </button>
  ),
}

function GroupButton({
  label,
  icon: Icon,
  disabled = false,
  onClick,
}: {
  label: string
  icon: LucideIcon
  disabled?: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      className="grid size-7 place-items-center rounded-md text-ink-3 transition-colors enabled:hover:bg-hover enabled:hover:text-ink disabled:opacity-50"
    >
      <Icon size={16} aria-hidden />
    </button>
  )
}

function Recent({
  ref,
  recent,
  onEmoji,
}: {
  ref: Ref<HTMLElement>
  recent: readonly string[]
  onEmoji: (emoji: string) => void
}) {
  const { t } = useTranslation()
  return (
    <section ref={ref} aria-label={t('editor.emoji_recent')} className="border-b px-2 pt-1.5 pb-1">
      <h3 className="flex items-center gap-1 px-1 text-xs font-medium text-ink-3">
        <Clock size={12} aria-hidden />
        {t('editor.emoji_recent')}
      </h3>
      <div className="flex max-h-17 flex-wrap overflow-y-auto">
        {recent.map((emoji) => (
          <button
            key={emoji}
            type="button"
            aria-label={emoji}
            onClick={() => onEmoji(emoji)}
            className="grid size-8.5 place-items-center rounded-md text-xl hover:bg-hover"
          >
            {emoji}
          </button>
        ))}
      </div>
    </section>
  )
}

/** Cycles through the six skin tones; the hand shows the current one. */
function Tones() {
  const { t } = useTranslation()
  return (
    <Frimousse.SkinTone emoji="✋">
      {({ skinTone, setSkinTone, skinToneVariations }) => (
        <div role="radiogroup" aria-label={t('editor.emoji_tone')} className="flex">
          {skinToneVariations.map(({ skinTone: one, emoji }) => (
            // biome-ignore lint/a11y/useSemanticElements: six small pictures, not form fields
            <button
              key={one}
              type="button"
              role="radio"
              aria-checked={one === skinTone}
              aria-label={t(`editor.emoji_tone.${one}`)}
              onClick={() => {
                rememberTone(one)
                setSkinTone(one)
              }}
              className="size-6 rounded-sm text-sm aria-checked:bg-press"
            >
              {emoji}
            </button>
          ))}
        </div>
      )}
    </Frimousse.SkinTone>
  )
}
