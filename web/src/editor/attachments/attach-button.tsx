import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Command } from '../../commands/command.ts'
import { useCommands } from '../../commands/command-registry.ts'
import { IconButton } from '../../ui/inputs/icon-button.tsx'

/** Picks files from this computer. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const commands: Command[] = [
    {
      id: 'composer.attach',
      label: 'editor.attach',
      group: 'commands.group.conversation',
      icon: Paperclip,
      run: () => input.current?.click(),
    },
  ]
  useCommands(commands)
  return (
    <>
      <IconButton label={t('editor.add_files')} side="top" onClick={() => input.current?.click()}>
        <Paperclip size={16} aria-hidden />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('editor.attach')}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // Allow choosing the same file again.
          event.target.value = ''
        }}
      />
    </>
  )
}
