import { Smile } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Command } from '../commands/command.ts'
import { useCommands } from '../commands/command-registry.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { Spinner } from '../ui/display/spinner.tsx'
import { IconButton } from '../ui/inputs/icon-button.tsx'
import { Popover } from '../ui/overlays/popover.tsx'

const EmojiPicker = lazyPart(() => import('./emoji/emoji-picker.tsx'), 'EmojiPicker')

export function EmojiButton({ onEmoji }: { onEmoji: (emoji: string) => void }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const commands: Command[] = [
    {
      id: 'composer.emoji',
      label: 'editor.emoji',
      group: 'commands.group.conversation',
      icon: Smile,
      run: () => setOpen(true),
    },
  ]
  useCommands(commands)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      side="top"
      align="start"
      sideOffset={6}
      label={t('editor.emoji')}
      className="overflow-hidden! p-0!"
      trigger={
        <IconButton label={t('editor.emoji')} side="top">
          <Smile size={16} aria-hidden />
        </IconButton>
      }
    >
      <Suspense
        fallback={
          <div className="grid h-88 w-80 place-items-center text-ink-3">
            <Spinner />
          </div>
        }
      >
        <EmojiPicker
          onEmoji={(emoji) => {
            setOpen(false)
            onEmoji(emoji)
          }}
        />
      </Suspense>
    </Popover>
  )
}
