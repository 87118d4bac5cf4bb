/** Uploads to a property: validated, then sent sequentially, each with its own result. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../../api/client';
import { sendForm } from '../../api/upload';
import type { PropertyRef } from '../../api/queries/properties';
import { allOf } from '../../api/queries/query';
import { fileSize } from '../../lib/format';

/** Must match the server's limit (`MAX_FILE_BYTES` in property-api). */
const mostOfAFile = 50 * 1024 * 1024;
export const limitSentence = 'Up to 50 MB per file';

/** A file that is not among the attachments yet. */
export interface Upload {
  readonly id: number;
  readonly file: File;
  /** Sent share, from 0 to 1; undefined while queued. */
  readonly share: number | undefined;
  /** Why it failed. */
  readonly problem: string | undefined;
  /** Whether a retry may help. */
  readonly canRetry: boolean;
}

export interface Uploads {
  readonly uploads: readonly Upload[];
  readonly add: (files: readonly File[]) => void;
  /** Aborts an upload, or removes a failed one from the list. */
  readonly drop: (id: number) => void;
  readonly retry: (id: number) => void;
}

/** `onLost` is called for a file that failed after the screen was left. */
export function useUploads({ parcelNumber, projectId }: PropertyRef, address: string, onLost: (sentence: string) => void): Uploads {
  const cache = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const last = useRef(0);
  const queue = useRef<Upload[]>([]);
  const working = useRef(false);
  const current = useRef<{ id: number; controller: AbortController }>(undefined);
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  useLeaveWarning(uploads.some((upload) => upload.problem === undefined));

  const change = (id: number, to: Partial<Upload>): void =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...to } : upload)));
  const forget = (id: number): void => setUploads((all) => all.filter((upload) => upload.id !== id));

  async function send({ id, file }: Upload): Promise<void> {
    const controller = new AbortController();
    current.current = { id, controller };
    change(id, { share: 0 });
    try {
      await sendForm('/property_api/upload_attachment', formOf(file), {
        signal: controller.signal,
        onProgress: (share) => change(id, { share }),
      });
      // The attachments are refetched before the line is removed, so that the file is always listed.
      await cache.invalidateQueries(allOf(['property', '/list_attachments'], { parcel_number: parcelNumber }));
      forget(id);
    } catch (reason) {
      if (controller.signal.aborted) return;
      const problem = sentenceOf(reason, 'The upload failed. Check your connection and try again.');
      change(id, { problem, share: undefined });
      if (!shown.current) onLost(`${file.name}: ${problem}`);
    } finally {
      current.current = undefined;
    }
  }

  function formOf(file: File): FormData {
    const form = new FormData();
    form.set('parcel_number', parcelNumber);
    form.set('address', address);
    if (projectId) form.set('project_id', projectId);
    form.append('file', file);
    return form;
  }

  async function work(): Promise<void> {
    if (working.current) return;
    working.current = true;
    for (let next = queue.current.shift(); next; next = queue.current.shift()) await send(next);
    working.current = false;
  }

  return {
    uploads,
    add: (files) => {
      const added = files.map((file) => fresh((last.current += 1), file));
      setUploads((all) => [...all, ...added]);
      queue.current.push(...added.filter((upload) => upload.problem === undefined));
      void work();
    },
    drop: (id) => {
      queue.current = queue.current.filter((upload) => upload.id !== id);
      if (current.current?.id === id) current.current.controller.abort();
      forget(id);
    },
    retry: (id) => {
      const failed = uploads.find((upload) => upload.id === id);
      if (!failed) return;
      change(id, { problem: undefined });
      queue.current.push(failed);
      void work();
    },
  };
}

function fresh(id: number, file: File): Upload {
  const tooLarge = file.size > mostOfAFile;
  const problem = tooLarge ? `This file is ${fileSize(file.size)}; the maximum is 50 MB. It was not uploaded.` : undefined;
  return { id, file, share: undefined, problem, canRetry: !tooLarge };
}

/** Closing the page would lose unsent files, so the browser asks first. */
function useLeaveWarning(busy: boolean): void {
  useEffect(() => {
    if (!busy) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [busy]);
}
