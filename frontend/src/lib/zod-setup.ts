import { z } from 'zod/mini';

z.config({ jitless: true });
