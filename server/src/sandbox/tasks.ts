import { fitInside, measure, portrait, thumbnail } from './images.ts'

/** A few times what the most expensive image within the pixel limits costs. */
const limits = { cpu_ms: 3_000, memory_mb: 512 }

/**
 * Everything that runs in the sandboxed process, by name. To add a task, add a line: the name, its limits and an async function from plain
 * data to plain data. Files come in as paths, so that their bytes never pass through the server's memory.
 */
export const tasks = {
  thumbnail: { limits, run: thumbnail },
  measure_image: { limits, run: measure },
  portrait: { limits, run: portrait },
  fit_image: { limits, run: fitInside },
}
export type Tasks = typeof tasks
