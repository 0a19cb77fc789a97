import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { type ComposerBuffer, emptyComposerBuffer } from '../../commands/keystroke-buffer/composer-buffer.ts'
import { startBuffering } from '../../commands/keystroke-buffer/text-buffer.ts'
import { keyPressName } from '../../commands/shortcuts/key-press.ts'

/** Receives the text, and the keys that send it, until the editor has loaded. */
export function BufferField({
  label,
  canSchedule,
  bufferRef,
}: {
  label: string
  /** Notes can't be sent later. */
  canSchedule: boolean
  bufferRef: RefObject<ComposerBuffer>
}) {
  const field = useRef<HTMLTextAreaElement>(null)
  // Before the next key.
  useLayoutEffect(() => {
    if (field.current) field.current.value = bufferRef.current.text
  }, [bufferRef])
  const send = (shift: boolean) => {
    const { text, sent } = bufferRef.current
    // The editor sends what was sent first; the next message stays there for its author to send.
    if (sent || text.trim() === '') return
    bufferRef.current = { ...emptyComposerBuffer, sent: { text, shift } }
    if (field.current) field.current.value = ''
  }
  const askSendTime = () => {
    if (!canSchedule || bufferRef.current.sent || bufferRef.current.text.trim() === '') return
    bufferRef.current = { ...bufferRef.current, asksSendTime: true }
    // For the field of the dialog, which the editor opens.
    startBuffering(performance.now())
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const press = keyPressName(event.nativeEvent)
    if (press === 'mod+shift+l') askSendTime()
    else if (press === 'mod+enter' || press === 'mod+shift+enter') send(event.shiftKey)
    else return
    event.preventDefault()
  }
  return (
    <textarea
      ref={field}
      // biome-ignore lint/a11y/noAutofocus: requested by key or click
      autoFocus
      aria-label={label}
      onKeyDown={onKeyDown}
      onChange={(event) => {
        bufferRef.current = { ...bufferRef.current, text: event.target.value }
      }}
      className="size-full resize-none bg-transparent text-md outline-none"
    />
  )
}
