// Together: to start Chromium, and to have it compile the viewer for the first time, takes as long as some of these files.
import './page/content.js';
import './page/states.js';
import './page/policy.js';
import './page/mount-paths.js';
import './page/fallback.js';
import './page/sign-in.js';
import './page/html-injection.js';
import './page/other-viewers.js';
