import { type Editor, useEditorState } from '@tiptap/react'
import {
  Bold,
  Code,
  Italic,
  List,
  ListOrdered,
  type LucideIcon,
  Strikethrough,
  TextQuote,
  Type,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/inputs/icon-button.tsx'
import { Menu, MenuItem } from '../ui/overlays/menu.tsx'
import { LinkButton } from './link-button.tsx'

type Format = {
  name: string
  label: string
  keys?: string
  icon: LucideIcon
  toggle: (editor: Editor) => void
  /** Also shown where space is tight. */
  always?: boolean
}

// biome-ignore format: read as a table
const formats: readonly Format[] = [
  { name: 'bold', label: 'editor.bold', keys: 'mod+b', icon: Bold, toggle: (e) => e.chain().focus().toggleBold().run(), always: true },
  { name: 'italic', label: 'editor.italic', keys: 'mod+i', icon: Italic, toggle: (e) => e.chain().focus().toggleItalic().run() },
  { name: 'strike', label: 'editor.strike', keys: 'mod+shift+s', icon: Strikethrough, toggle: (e) => e.chain().focus().toggleStrike().run() },
  { name: 'bulletList', label: 'editor.bullets', keys: 'mod+shift+8', icon: List, toggle: (e) => e.chain().focus().toggleBulletList().run(), always: true },
  { name: 'orderedList', label: 'editor.numbers', keys: 'mod+shift+7', icon: ListOrdered, toggle: (e) => e.chain().focus().toggleOrderedList().run() },
  { name: 'blockquote', label: 'editor.quote', keys: 'mod+shift+b', icon: TextQuote, toggle: (e) => e.chain().focus().toggleBlockquote().run() },
  { name: 'code', label: 'editor.code', keys: 'mod+e', icon: Code, toggle: (e) => e.chain().focus().toggleCode().run() },
]

/** Formatting buttons. Where space is tight, the less common ones are in a menu. */
export function FormatButtons({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => formats.filter(({ name }) => now.isActive(name)).map(({ name }) => name),
  })
  return (
    <>
      {formats.map(({ name, label, keys, icon: Icon, toggle, always }) => (
        <IconButton
          key={name}
          label={t(label)}
          shortcut={keys}
          side="top"
          pressed={active.includes(name)}
          onClick={() => toggle(editor)}
          className={always ? '' : 'hidden! @min-[38rem]:inline-grid!'}
        >
          <Icon size={16} aria-hidden />
        </IconButton>
      ))}
      <LinkButton editor={editor} />
      <Menu
        side="top"
        trigger={
          <IconButton label={t('editor.more_formats')} side="top" className="@min-[38rem]:hidden!">
            <Type size={16} aria-hidden />
          </IconButton>
        }
      >
        {formats
          .filter(({ always }) => !always)
          .map(({ name, label, keys, icon: Icon, toggle }) => (
            <MenuItem
              key={name}
              icon={<Icon size={16} aria-hidden />}
              shortcut={keys}
              onClick={() => toggle(editor)}
            >
              {t(label)}
            </MenuItem>
          ))}
      </Menu>
    </>
  )
}
