import { Paperclip } from 'lucide-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Accepts files dropped anywhere on its children, with an overlay while dragging. */
export function DropZone({
  onFiles,
  className,
  children,
}: {
  onFiles: (files: File[]) => void
  className?: string
  children: ReactNode
}) {
  const { t } = useTranslation()
  /** Entering a child fires before leaving its parent, so only a counter tells whether the pointer is still inside. */
  const [depth, setDepth] = useState(0)
  const count = (event: DragEvent, step: 1 | -1) => {
    if (holdsFiles(event)) setDepth((current) => Math.max(0, current + step))
  }
  const onDrop = (event: DragEvent) => {
    setDepth(0)
    // The editor has handled a drop into its text.
    if (event.isDefaultPrevented() || !holdsFiles(event)) return
    event.preventDefault()
    onFiles([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the button that adds files
    <div
      className={className}
      onDragEnter={(event) => count(event, 1)}
      onDragLeave={(event) => count(event, -1)}
      onDragOver={(event) => {
        if (holdsFiles(event)) event.preventDefault()
      }}
      onDrop={onDrop}
    >
      {children}
      {depth > 0 && (
        <div className="pointer-events-none absolute inset-0 z-10 grid place-items-center rounded-sheet border-2 border-dashed border-accent bg-accent-subtle/90 font-medium text-accent-text">
          <span className="flex items-center gap-2">
            <Paperclip size={16} aria-hidden />
            {t('editor.drop_files')}
          </span>
        </div>
      )}
    </div>
  )
}

const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')
