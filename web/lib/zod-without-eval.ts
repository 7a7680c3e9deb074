import * as z from 'zod/mini';

// zod would otherwise try to make a function out of a string, which the content security policy reports.
z.config({ jitless: true });
