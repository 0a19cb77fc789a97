import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import type { DraftFile } from '../../lib/drafts.ts'
import type { useDraft } from '../use-draft.ts'
import { toDraftFile } from './to-draft-file.ts'
import { useUploads } from './use-uploads.ts'

/**
 * The files of what is being written: chosen, dropped or pasted, sent to the server at once and kept with the draft. Pictures that
 * belong into the text go there when they have arrived.
 */
export function useAttachments(
  draft: ReturnType<typeof useDraft>,
  initial: readonly DraftFile[],
  editor: () => Editor | null,
) {
  const [files, setFiles] = useState(initial)
  const { uploading, start } = useUploads()

  const change = (next: readonly DraftFile[]) => {
    setFiles(next)
    draft.change({ files: [...next] })
  }
  const attach = (list: readonly File[]) => {
    // Others may have arrived meanwhile: the draft knows them all.
    for (const file of list)
      void start(file, false, (media) => change([...draft.getCurrent().files, toDraftFile(media)]))
  }
  const insertPictures = (list: readonly File[]) => {
    for (const file of list)
      void start(file, true, (media) =>
        editor()
          ?.chain()
          .setImage({ src: `/uploads/${media.uuid}`, alt: media.filename })
          .run(),
      )
  }

  return {
    files,
    uploading,
    attach,
    insertPictures,
    remove: (id: number) => change(files.filter((file) => file.id !== id)),
    /** Shows others without saving them. */
    reset: setFiles,
  }
}
