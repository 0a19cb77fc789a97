import type { Editor } from '@tiptap/react'
import type { DraftFile } from '../../lib/drafts.ts'
import { type MessageDraft, useDraftPart } from '../message/message-draft.ts'
import { toDraftFile } from './to-draft-file.ts'
import { useUploads } from './use-uploads.ts'

/**
 * Attachments of a draft: chosen, dropped or pasted files are uploaded at once and stored with the draft. Inline
 * images are inserted when uploaded.
 */
export function useAttachments(draft: Pick<MessageDraft, 'state' | 'getCurrent' | 'change'>) {
  const files: readonly DraftFile[] = useDraftPart(draft, 'files')
  const { uploading, start } = useUploads()

  const attach = (list: readonly File[]) => {
    // Other uploads may have finished since; the draft has them all.
    for (const file of list)
      start(file, false, (media) =>
        draft.change({ files: [...draft.getCurrent().files, toDraftFile(media)] }),
      )
  }
  const insertPictures = (list: readonly File[], editor: Editor) => {
    for (const file of list)
      start(file, true, ({ uuid, filename }) => {
        if (!editor.isDestroyed)
          editor
            .chain()
            .setImage({ src: `/uploads/${uuid}`, alt: filename })
            .run()
      })
  }

  return {
    files,
    uploading,
    attach,
    insertPictures,
    remove: (id: number) => draft.change({ files: files.filter((file) => file.id !== id) }),
  }
}
