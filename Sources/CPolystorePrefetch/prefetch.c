#include "CPolystorePrefetch.h"
